import sax from 'sax';

/** The elements of a document in their order. @throws {Error} for what is no XML */
export function elementsOf(xml: string): string[] {
  const names: string[] = [];
  const parser = sax.parser(true);
  parser.onopentag = ({ name }) => names.push(name);
  parser.onerror = (error) => {
    throw error;
  };
  parser.write(xml).close();
  return names;
}
