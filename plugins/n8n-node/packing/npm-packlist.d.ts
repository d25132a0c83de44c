/** The part that is used here; the real types need those of npm's dependency tree. */
declare module 'npm-packlist' {
  interface Tree {
    path: string;
    package: object;
    isProjectRoot: boolean;
    edgesOut: Map<string, unknown>;
  }
  export default function packlist(tree: Tree): Promise<string[]>;
}
