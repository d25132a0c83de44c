/** Texts by path, with `{{name}}`, `{{type}}` and `{{range}}` in both. */
export type TemplateFiles = Readonly<Record<string, string>>;
