"""Texts of a student that would run in the lecturer's browser, each of another kind.

Each asks for an address of its own if it runs, or if it makes the browser fetch something without
being asked; the tests listen for that address and answer with nothing.
"""

import base64
import html
import json

PLACE = "http://127.0.0.1:8017/spoke/"  # nobody is there: the browser's requests are caught


def js(name):
    """A script that asks for the address of `name`; it holds no quotes and no blanks."""
    letters = ",".join(str(ord(c)) for c in PLACE + name)
    return f"void(new(Image)().src=String.fromCharCode({letters}))"


def in_markdown():
    """Kind -> source of a Markdown cell."""
    inner = html.escape(f"<script>{js('iframe-srcdoc')}</script>")
    page = base64.b64encode(f"<script>{js('data-address')}</script>".encode()).decode()
    drawing = f'<svg xmlns="http://www.w3.org/2000/svg" onload="{js("object-svg")}"/>'
    coded = "".join(f"&#{ord(c)};" for c in "javascript:" + js("link-in-entities"))
    return {
        "script": f"<script>{js('script')}</script>",
        "script-in-a-sentence": f"so <b>it <script>{js('script-in-a-sentence')}</script></b>",
        "img-onerror": f'<img src=x onerror="{js("img-onerror")}">',
        "img-in-odd-letters": f"<IMG SRC=x oNeRrOr={js('img-in-odd-letters')}>",
        "img-unfinished": f'<img src=x onerror="{js("img-unfinished")}" ',
        "svg-onload": f'<svg onload="{js("svg-onload")}"></svg>',
        "svg-script": f"<svg><script>{js('svg-script')}</script></svg>",
        "svg-animation": f'<svg><animate onbegin="{js("svg-animation")}" attributeName=x dur=1s>',
        "link": f"[more](javascript:{js('link').replace('(', '%28').replace(')', '%29')})",
        "link-in-html": f'<a href="javascript:{js("link-in-html")}">more</a>',
        "link-in-entities": f'<a href="{coded}">more</a>',
        "link-in-mathml": f'<math><mtext><a href="javascript:{js("link-in-mathml")}">x</a>',
        "iframe-srcdoc": f'<iframe srcdoc="{inner}"></iframe>',
        "iframe-address": f'<iframe src="javascript:{js("iframe-address")}"></iframe>',
        "data-address": f'<iframe src="data:text/html;base64,{page}"></iframe>',
        "object-svg": f'<object data="data:image/svg+xml;base64,{_base64(drawing)}"></object>',
        "embed": f'<embed src="{PLACE}embed">',
        "meta-refresh": f'<meta http-equiv="refresh" content="0;url={PLACE}meta-refresh">',
        "form": f'<form action="{PLACE}form"><button>Save</button></form>',
        "style-import": f"<style>@import url({PLACE}style-import);</style>",
        "style-attribute": f'<p style="background:url({PLACE}style-attribute)">here</p>',
        "stylesheet": f'<link rel="stylesheet" href="{PLACE}stylesheet">',
        "remote-picture": f"![seen]({PLACE}remote-picture)",
        "details": f'<details open ontoggle="{js("details")}">more</details>',
        "focus": f'<input autofocus onfocus="{js("focus")}">',
        "video": f'<video><source onerror="{js("video")}"></video>',
        "comment": f'<!--><img src=x onerror="{js("comment")}">-->',
        "noscript": f'<noscript><p title="</noscript><img src=x onerror={js("noscript")}>">',
        "mermaid": f'```mermaid\n<img src=x onerror="{js("mermaid")}">\n```',
        "escaped-twice": f"\\<img src=x onerror={js('escaped-twice')}\\>",
        "alt-text": f'![a" onerror="{js("alt-text")}](x)',
        "title": f'[a](x "t&quot;><img src=x onerror={js("title")}>")',
        "image-map": f'<map name=m><area href="javascript:{js("image-map")}" shape=default></map>'
        '<img usemap="#m" width=9 height=9>',
    }


def _base64(text):
    return base64.b64encode(text.encode()).decode()


def in_outputs():
    """Kind -> the output of a code cell, by its MIME type."""
    return {
        "output-html": ("text/html", f'<img src=x onerror="{js("output-html")}">'),
        "output-script": ("application/javascript", js("output-script")),
        "output-svg": ("image/svg+xml", f'<svg onload="{js("output-svg")}"></svg>'),
        "output-markdown": ("text/markdown", f'<img src=x onerror="{js("output-markdown")}">'),
        "output-latex": ("text/latex", f'<img src=x onerror="{js("output-latex")}">'),
    }


def elsewhere(notebook):
    """Put the last kinds into the notebook: raw cell, attachment, metadata, identifiers, code."""
    img = '"><img src=x onerror="{}">'
    raw = {"cell_type": "raw", "id": "raw", "source": img.format(js("raw-cell"))}
    raw["metadata"] = {"raw_mimetype": "text/html", "format": "text/html"}
    attached = {"cell_type": "markdown", "id": "attached", "metadata": {}}
    attached["source"] = "![a](attachment:a.svg)"
    drawing = f'"><img src=x onerror="{js("attachment")}">'
    attached["attachments"] = {"a.svg": {"text/html": drawing}}
    no_comma = f"new(Image)().src=atob(`{_base64(PLACE + 'metadata-tag')}`)"
    tags = [img.format(no_comma)]
    code = {"cell_type": "code", "outputs": [], "execution_count": None, "metadata": {"tags": tags}}
    code["id"] = "last"
    code["source"] = f"</pre><script>{js('code-source')}</script>"
    notebook["cells"] += [raw, attached, code]
    notebook["metadata"] |= {
        "title": f"</title><script>{js('notebook-title')}</script>",
        "language_info": {"name": img.format(js("language"))},
    }


ELSEWHERE = ("raw-cell", "attachment", "metadata-tag", "code-source", "notebook-title", "language")


def kinds():
    return {*in_markdown(), *in_outputs(), *ELSEWHERE}


def hostile(notebook):
    """The notebook (text) with all of it added."""
    made = json.loads(notebook)
    for i, source in enumerate(in_markdown().values()):
        about = {"cell_type": "markdown", "metadata": {}, "id": f"m{i}"}
        made["cells"].append({**about, "source": source})
    for i, (mime, text) in enumerate(in_outputs().values()):
        output = {"output_type": "display_data", "data": {mime: text}, "metadata": {}}
        about = {"cell_type": "code", "metadata": {}, "id": f"o{i}", "execution_count": 1}
        made["cells"].append({**about, "source": "1", "outputs": [output]})
    elsewhere(made)
    return json.dumps(made)
