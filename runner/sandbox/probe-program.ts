/** Says that a child came up: see `chooseIsolation`. */
export default function probe(): string {
  return 'up';
}
