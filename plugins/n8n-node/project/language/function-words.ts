/** Function words by language, without those that are also English words. */
const foreign = wordsIn(`
de da das dos que para uma um não nao com por em ao aos ou se os na nas nos seu sua seus suas mais é são você está este
esta como quando foi ser pelo pela deve isso esse essa cada qual
el la los las del una un con en su sus es está y al lo este esta si cuando desde hasta sobre debe ser tu más como cada
le les des du une pour est dans avec sur pas qui où et au aux ce cette ces votre vous sont être à ne elle leur si
der das und ist nicht ein eine einen einer eines für fuer mit von zu zum zur den dem wird werden auf aus bei oder wenn sie
ihre ihr sind kann nur auch nach über ueber als im hier dieser diese dieses keine kein
il gli di che per della dei delle nel nella è sono alla non come più questo questa ogni dal dalla
het een van voor met niet op te dat zijn aan wordt worden om naar bij uit door deze dit ook geen uw
nie się na do z w jest dla przez oraz lub od po że jak ten tego jeśli aby są
ve bir için bu ile olarak veya değil gibi olan daha sonra tüm göre
yang dan untuk dengan ini dari pada tidak atau akan dalam adalah jika oleh anda setiap
och att för är av som ett på till inte eller från ska og af ikke fra skal å
ja ei että tai joka sekä kun voi ovat olla tämä jos
je pro nebo není který jako jsou tento když podle při
az és egy nem hogy vagy ez meg csak kell minden amely
și în cu pentru nu sau este din pe care să sunt ale acest
`);

/** English function words, without those that occur in texts of other languages. */
const english = wordsIn(`
the of and to is for with from this that or by be are if on when which will not your you it has can must should only
each any into at its their these those was were use used where whether than then also more other get set
`);

/** Those that also occur in names: they count only before a word that is not a name. */
const particles = wordsIn('de da do dos di del della la el los las le les du van von der den');

function wordsIn(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}

/** Maximum number of words between function words: in sentences, every third or fourth word is one. */
const sparsest = 6;
/** Foreign function words per English one: names of products may contain one. */
const outweigh = 5;

/**
 * Whether words in Latin letters are not English: several foreign function words or letters that English does not have,
 * and hardly any English ones. Names of models, products and people have neither.
 */
export function showsAnotherLanguage(words: readonly string[]): boolean {
  const signs = new Set<string>();
  let foreignWords = 0;
  let englishWords = 0;
  for (const [index, word] of words.entries()) {
    // Capitalized words in the middle of a sentence are names.
    const isName = index > 0 && word !== word.toLowerCase();
    const lower = word.toLowerCase();
    if (english.has(lower)) englishWords += 1;
    else if (!isName && (foreign.has(lower) || /[^\p{ASCII}’]/u.test(lower)) && !isOfName(words, index)) {
      foreignWords += 1;
      signs.add(lower);
    }
  }
  return signs.size >= 2 && foreignWords * sparsest >= words.length && englishWords * outweigh <= foreignWords;
}

/** `de la Nación`: particles before a capitalized word. */
function isOfName(words: readonly string[], index: number): boolean {
  let at = index;
  while (particles.has((words[at] ?? '').toLowerCase())) at += 1;
  const next = words[at];
  return at > index && (next === undefined || next !== next.toLowerCase());
}
