/** A project in which a rule finds its fault, and one that is as near to it as can be and has none. */
export interface RuleCase<Given> {
  code: string;
  case: string;
  bad: Given;
  good: Given;
}
