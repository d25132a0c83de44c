import lintProgram from '../../../../plugins/n8n-node/lint/lint-program.ts';
import { usualLimits } from '../../../../plugins/n8n-node/lint/lint-thread.ts';
import { takeIntrinsics } from '../../../../runner/sandbox/intrinsics.ts';

/** Lints the files of a project, each of which may take less than usual; says whether the process was retired by then. */
usualLimits.seconds = 0.5;
const [project = '', scratch = '', ...files] = process.argv.slice(2);
const intrinsics = takeIntrinsics();
let retired = false;
const retire = () => {
  retired = true;
};
const { texts } = await lintProgram({ project, scratch, earlier: 1, retire }, { files });
process.send?.({ retired, unchanged: intrinsics.unchanged(), texts });
