import { type Html, html } from '../../html.ts'

/** The fields of forms that hold a person's own words, with their labels. Ids, choices and secrets are not among them. */
const labels: Readonly<Record<string, string>> = {
  title: 'Title',
  name: 'Name',
  'quote.text': 'What you quote',
  body: 'Your words',
  text: 'Text',
  guide: 'Read me first',
  details: 'Details',
  summary: 'What came of it',
  source: 'Where it says otherwise',
  'decision.text': 'What is decided',
  'decision.reason': 'Why',
  'decision.options:lines': 'What else was considered',
  link: 'Link',
  note: 'Note',
}

export type SentFields = Readonly<Record<string, string>>

/** What a person typed into a form that was refused and is not on the page any more, to be copied from here. */
export function unsavedWords(fields: SentFields): Html | undefined {
  const written = Object.entries(labels).flatMap(([name, label]) => {
    const words = fields[name]
    return words === undefined || words.trim() === '' ? [] : [{ label, words }]
  })
  if (written.length === 0) return undefined
  return html`<section class="block" aria-labelledby="written">
<div class="head"><h2 id="written">What you wrote</h2></div>
${written.map(({ label, words }, n) => html`<div class="field"><label for="written-${n}">${label}</label>${asSent(words, n)}</div>\n`)}</section>\n`
}

/** Parsers drop the first line break of a textarea, which is not the person's. */
const asSent = (words: string, n: number): Html =>
  html`<textarea id="written-${n}" rows="${rowsFor(words)}" readonly>\n${words}</textarea>`

const line = 80
const rowsFor = (words: string): number =>
  Math.min(
    16,
    words.split('\n').reduce((rows, one) => rows + 1 + Math.floor(one.length / line), 0),
  )
