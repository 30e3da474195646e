#!/usr/bin/env python3
"""Reads pages as a browser does, with nothing of the program: `page_reader.py FILE...` prints one line for each fault.

A page may hold only the elements and attributes that are listed here, values of their forms, and no text of others as markup. Its headings,
landmarks, names and tables are what people with a screen reader need. Links lead to a place of the page or to a file beside it.
"""
import base64, hashlib, html.parser, os, re, sys

VOID = {"meta"}
TAGS = set(
    "html head meta title style body header nav main footer section h1 h2 h3 h4 p a ol ul li dl dt dd div span strong code details summary "
    "table thead tbody tr th td svg rect line text".split()
)
PERCENT = r"(0|\d{1,3}(\.\d\d)?%)"
ATTRIBUTES = {
    "lang": r"en", "charset": r"utf-8", "name": r"[a-z-]+", "http-equiv": r"Content-Security-Policy", "content": r".+",
    "class": r"[a-z]+( [a-z]+)*", "id": r"[a-z]+", "href": r"#[a-z]+|[a-z0-9._-]+\.html", "role": r"region|img", "scope": r"col|row",
    "tabindex": r"0", "open": r"", "aria-label": r".*", "aria-labelledby": r"[a-z]+", "aria-hidden": r"true", "aria-current": r"page",
    "x": PERCENT, "y": PERCENT, "width": PERCENT, "height": PERCENT, "x1": PERCENT, "x2": PERCENT, "y1": PERCENT, "y2": PERCENT,
}
ONLY_IN = {"http-equiv": {"meta"}, "content": {"meta"}, "name": {"meta"}, "charset": {"meta"}, "href": {"a"}, "lang": {"html"}}
POLICY = r"default-src 'none'; style-src 'sha256-([A-Za-z0-9+/=]{44})'; base-uri 'none'; form-action 'none'"


class Page(html.parser.HTMLParser):
    def __init__(self, path):
        super().__init__(convert_charrefs=True)
        self.path, self.faults, self.open = path, [], []
        self.ids, self.labels, self.links, self.headings, self.counts = [], [], [], [], {}
        self.policy, self.style, self.texts, self.names = None, "", {}, []
        source = open(path, "rb").read()
        self.size = len(source)
        text = source.decode("utf-8")
        if not text.startswith("<!DOCTYPE html>\n"): self.fault("no doctype")
        self.feed(text[len("<!DOCTYPE html>\n"):])
        self.close()
        self.end()

    def fault(self, words): self.faults.append(words)

    def handle_starttag(self, tag, attributes):
        self.counts[tag] = self.counts.get(tag, 0) + 1
        if tag not in TAGS: self.fault(f"element {tag!r}")
        names = [name for name, _ in attributes]
        if len(set(names)) != len(names): self.fault(f"an attribute twice in {tag}")
        values = dict(attributes)
        for name, value in attributes:
            form = ATTRIBUTES.get(name)
            if form is None: self.fault(f"attribute {name!r} of {tag}")
            elif not re.fullmatch(form, value or ""): self.fault(f"{name}={value!r} of {tag}")
            if tag not in ONLY_IN.get(name, {tag}): self.fault(f"{name} of {tag}")
        if "id" in values: self.ids.append(values["id"])
        if "aria-labelledby" in values: self.labels.append(values["aria-labelledby"])
        if tag == "a": self.links.append(values.get("href", ""))
        if tag in ("h1", "h2", "h3", "h4"): self.headings.append(int(tag[1]))
        if "http-equiv" in values: self.policy = values.get("content")
        if tag == "svg" and not ("aria-hidden" in values or values.get("role") == "img" and values.get("aria-label")):
            self.fault("a drawing without words")
        if values.get("role") == "region" and not values.get("aria-label"): self.fault("a region without a name")
        if tag == "th" and "scope" not in values: self.fault("a heading of a table without its direction")
        if tag in ("main", "nav", "footer", "header") and "main" in self.open: self.fault(f"{tag} inside main")
        if tag == "li" and (not self.open or self.open[-1] not in ("ul", "ol")): self.fault("an item outside of a list")
        if tag in ("dt", "dd") and self.open[-1] != "dl": self.fault(f"{tag} outside of dl")
        if tag == "summary" and self.open[-1] != "details": self.fault("summary outside of details")
        if tag in ("a", "h1", "h2", "h3", "h4", "th", "summary", "title"): self.names.append([tag, ""])
        if tag not in VOID: self.open.append(tag)

    def handle_startendtag(self, tag, attributes): self.fault(f"<{tag}/>")

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag: self.fault(f"</{tag}> closes another element")
        if tag in ("a", "h1", "h2", "h3", "h4", "th", "summary", "title"):
            name = self.names.pop()
            if not name[1].strip(): self.fault(f"an empty {tag}")

    def handle_data(self, data):
        if self.open and self.open[-1] == "style": self.style += data
        for name in self.names: name[1] += data
        if not self.open and data.strip(): self.fault("text outside of the page")
        if self.open and self.open[-1] in ("html", "head", "ul", "ol", "dl", "table", "tbody", "thead", "tr", "svg") and data.strip():
            self.fault(f"text in {self.open[-1]}")

    def handle_comment(self, data): self.fault("a comment")
    def handle_decl(self, declaration): self.fault("a declaration")
    def unknown_decl(self, data): self.fault("a declaration")
    def handle_pi(self, data): self.fault("an instruction")

    def end(self):
        if self.open: self.fault(f"not closed: {self.open}")
        match = re.fullmatch(POLICY, self.policy or "")
        digest = base64.b64encode(hashlib.sha256(self.style.encode()).digest()).decode()
        if not match or match.group(1) != digest: self.fault(f"policy {self.policy!r}, style {digest}")
        if re.search(r"url\(|@import|expression|</", self.style): self.fault("the style loads something")
        for tag in ("main", "h1", "title", "style"):
            if self.counts.get(tag) != 1: self.fault(f"{self.counts.get(tag, 0)} {tag}")
        last = 0
        for level in self.headings:
            if level > last + 1: self.fault(f"a heading of level {level} after one of {last}")
            last = level
        if len(set(self.ids)) != len(self.ids): self.fault("an id twice")
        for label in self.labels:
            if label not in self.ids: self.fault(f"labelled by {label!r}, which is nowhere")
        for link in self.links:
            if link.startswith("#"):
                if link[1:] not in self.ids: self.fault(f"a link to {link}, which is nowhere")
            elif not os.path.isfile(os.path.join(os.path.dirname(os.path.abspath(self.path)), link)):
                self.fault(f"a link to {link}, which is no file")
        if self.size >= 300_000: self.fault(f"{self.size} bytes")


def main():
    for path in sys.argv[1:]:
        for fault in Page(path).faults: print(f"{os.path.basename(path)}: {fault}"[:300])


main()
