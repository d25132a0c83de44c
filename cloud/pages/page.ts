import { html, type Markup, type Part } from './html.ts';

/** Seconds between reloads of a live page without JavaScript. */
const reloadInterval = 5;

interface Page {
  title: string;
  body: Part;
  /** Whether the content changes and the script keeps it up to date. */
  live?: boolean;
  /** Whether it has a filter, which needs a script. */
  filtered?: boolean;
}

/** Renders a complete document. */
export function pageText({ title, body, live = false, filtered = false }: Page): string {
  const document: Markup = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title} · service</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="/assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/assets/page.css">
${
  live &&
  html`<noscript><meta http-equiv="refresh" content="${reloadInterval}"></noscript>
<script src="/assets/live.js" type="module"></script>`
}
${(live || filtered) && html`<script src="/assets/filter.js" type="module"></script>`}
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header class="site"><a class="name" href="/account">service</a><nav aria-label="Site"><a href="/account">Account</a></nav></header>
<main id="content" tabindex="-1">
${body}
</main>
</body>
</html>
`;
  return document.text;
}
