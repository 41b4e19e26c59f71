"use strict";
// A prebuilt JupyterLab extension, small enough to be written by hand: this file is what JupyterLab
// loads, and the modules beside it do the work.
(() => {
  const folder = new URL(".", document.currentScript.src);
  let shared = {}; // JupyterLab's own modules
  const load = async name => (await Object.values(shared[name])[0].get())();
  const get = async () => {
    const {plugin} = await import(new URL("plugin.js", folder));
    return () => ({__esModule: true, default: plugin(folder, load)});
  };
  window._JUPYTERLAB = window._JUPYTERLAB || {};
  window._JUPYTERLAB["ml-theory-lectures"] = {init(scope) { shared = scope; }, get};
})();
