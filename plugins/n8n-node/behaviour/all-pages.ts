/**
 * The switch "Return All", which some nodes call otherwise.
 * https://docs.n8n.io/integrations/creating-nodes/build/reference/ux-guidelines/
 */
export const allPages = /^(?:return|get|fetch)_?All(?:_?(?:Pages|Items|Results|Records|Entries))?$/i;
