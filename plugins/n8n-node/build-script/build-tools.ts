/** Tools that create files from sources, in commands of scripts, and words in the names of scripts that do. */
export const buildTools =
  /\b(?:tsc|tsgo|tspc|n8n-node|gulp|grunt|webpack|rollup|rolldown|esbuild|tsup|tsdown|vite|swc|babel|parcel|ncc|make|turbo|nx|rspack|rslib|unbuild|pkgroll)\b|build|bundle|compil/;
