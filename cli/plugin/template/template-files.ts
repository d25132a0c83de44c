/** Texts by path, with `{{name}}` and `{{range}}` in both. */
export type TemplateFiles = Readonly<Record<string, string>>;
