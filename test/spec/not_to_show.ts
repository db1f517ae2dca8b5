/** Rows that say nothing which could be false of a running service, by their kept words, with why. */
export const notToShow: Readonly<Record<string, string>> = {
  'this single document covers': 'what the document is about',
  'identifiers that contained the': 'how the document writes names',
  'common inputs': 'the name of the table below it',
  'rights by seat': 'the name of the table below it',
  'agents learn of changes': 'what the table below it is about: each of its rows is shown',
}
