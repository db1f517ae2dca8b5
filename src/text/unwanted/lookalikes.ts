/**
 * Letters that look like those of a–z: of other scripts, and small capitals; NFKC covers full-width and mathematical
 * ones. Pairs of letters: the letter as written, then the one it looks like.
 */
const table = `
  аaвbсcԁdеeѐeёeһhнhіiїiјjкkӏlмmпnоoрpԛqгrѕsтtуyүyѵvԝwхxзeьb
  αaβbεeηnιiκkλaνvοoπnρpσoςsτtυuχxγyζzωwμuάaέeήnίiόoύuώw
  ɑaɡgɩiıiłløođdſsɴnᴀaʙbᴄcᴅdᴇeɢgʜhɪiᴊjᴋkʟlᴍmᴏoᴘpʀrꜱsᴛtᴜuᴠvᴡwʏyᴢz
  օoսuհhոnցgաw`
/** Capitals that look like other letters than their lower-case forms do. */
const capitals = 'ΗhΜmΝnΥyΒbΕeΖzΧxΡpІiЇiӀlǀl'

const pairs = (list: string): [string, string][] => {
  const letters = Array.from(list.replace(/\s+/g, ''))
  return letters.flatMap((letter, at) => (at % 2 === 0 ? [[letter, letters[at + 1]!]] : []))
}
const latin: ReadonlyMap<string, string> = new Map(pairs(table + capitals))

/** Replaces letters that look like those of a–z by these. */
export const asItLooks = (text: string): string =>
  Array.from(text.normalize('NFKC'))
    .map((letter) => latin.get(letter) ?? latin.get(letter.toLowerCase()) ?? letter)
    .join('')

const signs: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'l',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  8: 'b',
  9: 'g',
  i: 'l',
}

/** The same for words that look alike with digits for letters, l for I, rn for m and vv for w. */
export const skeleton = (word: string): string =>
  word
    .replace(/[0-9i]/g, (sign) => signs[sign] ?? sign)
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
