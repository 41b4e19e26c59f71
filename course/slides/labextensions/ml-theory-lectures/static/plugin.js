// What JupyterLab gets: a command, its key, a button in the toolbar of every notebook.
import {watch} from "./faults.js";
import {onKey} from "./keys.js";
import {Stage} from "./stage.js";

const COMMAND = "lecture:toggle";

export const plugin = (folder, load) => ({
  id: "ml-theory-lectures:plugin",
  autoStart: true,
  activate: async app => {
    const {Widget} = await load("@lumino/widgets");
    const style = document.createElement("link");
    style.rel = "stylesheet";
    style.href = new URL("lecture.css", folder);
    document.head.append(style);

    const stage = new Stage(app);
    const present = () => stage.on ? stage.leave() : stage.enter(notebookOf(app));
    app.commands.addCommand(COMMAND, {label: "Slides: present this notebook", execute: present});
    app.commands.addKeyBinding({command: COMMAND, keys: ["Alt R"], selector: "body"});
    window.addEventListener("keydown", event => onKey(stage, event), true);
    window.addEventListener("resize", () => stage.on && stage.show());
    app.docRegistry.addWidgetExtension("Notebook", {
      createNew: panel => {
        watch(panel, () => stage.panel === panel && stage.refresh());
        panel.disposed.connect(() => stage.panel === panel && stage.forget());
        panel.toolbar.addItem("lecture", new Widget({node: button(present)}));
      },
    });
  },
});

// the notebook in front, or null
function notebookOf(app) {
  const panel = app.shell.currentWidget;
  return panel?.content?.widgets?.[0]?.model?.getMetadata ? panel : null;
}

function button(present) {
  const node = document.createElement("button");
  node.className = "lecture-button";
  node.textContent = "▶ slides";
  node.title = "Present this notebook from the current cell (Alt + R)";
  node.addEventListener("click", present);
  return node;
}
