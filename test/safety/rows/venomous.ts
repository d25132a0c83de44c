import { acmeNode, acmeProject } from '../../plugins/n8n-node/acme-project.ts';
import { venom } from '../plain-text.ts';
import type { Contents } from '../whole-run.ts';

const literal = JSON.stringify(venom);

/** A project that has harmful text wherever a project can have text. */
export function venomousProject(): Contents {
  // As bad as a path may be: what Windows does not allow, and what nobody can see, is refused.
  const name = `';alert(1)&&${'$'}(id)&#60;%3Cimg%3E`;
  return acmeProject(
    {
      'nodes/Acme/Acme.node.ts': acmeNode({
        top: `// ${venom.replaceAll(/[\n\r]/g, ' ')}\nconsole.log(${literal});\nthrow new Error(${literal});`,
        description: `subtitle: ${literal},`,
      }),
      [`nodes/Acme/${name}.ts`]: `export const x: number = ${literal};\neval(${literal});\n`,
      'tsconfig.json': JSON.stringify({ extends: venom, compilerOptions: { [venom]: venom } }),
      'README.md': `# ${venom}\n${venom}`,
    },
    {
      name: `n8n-nodes-${venom}`,
      version: venom,
      description: venom,
      license: venom,
      author: { name: venom, email: venom },
      homepage: venom,
      repository: { url: venom },
      keywords: [venom],
      scripts: { build: venom, [venom]: venom },
      dependencies: { [venom]: venom },
      n8n: { nodes: ['dist/nodes/Acme/Acme.node.js', venom], credentials: [venom], [venom]: venom },
    },
  );
}
