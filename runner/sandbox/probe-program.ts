/** Returns at once: see `chooseIsolation`. */
export default function probe(): string {
  return 'up';
}
