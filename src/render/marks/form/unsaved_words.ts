import { type Html, html, type HtmlInserted } from '../../html.ts'
import { block } from '../layout.ts'
import { labelled } from './labelled.ts'
import { inputs, sizes } from '../../../rules/limits.ts'

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

interface Written {
  readonly name: string
  readonly label: string
  readonly words: string
}

/** The person's own words among the fields of a form. */
export const writtenIn = (fields: SentFields): readonly Written[] =>
  Object.entries(labels).flatMap(([name, label]) => {
    const words = fields[name]
    return words === undefined || words.trim() === '' ? [] : [{ name, label, words }]
  })

/** The text typed into a refused form that is no longer on the page, to be copied. */
export function unsavedWords(fields: SentFields): Html | undefined {
  const written = writtenIn(fields)
  return written.length === 0 ? undefined : underWritten(writtenToCopy(written))
}

export const underWritten = (shown: HtmlInserted): Html => block('written', 'What you wrote', shown)

/** `ids` begins the ids of the fields: a page may show two such lists. */
export const writtenToCopy = (written: readonly Written[], ids = 'written'): readonly Html[] =>
  written.map(({ label, words }, n) => labelled(`${ids}-${n}`, label, asLines(words, `${ids}-${n}`, html` readonly`)))

/** As fields of a form that sends them mended. */
export const writtenToMend = (written: readonly Written[]): readonly Html[] =>
  written.map(({ name, label, words }, n) => {
    const id = `written-${n}`
    const most = mostInOneLine(name)
    const named = html` name="${name}"`
    return labelled(
      id,
      label,
      most === undefined
        ? asLines(words, id, named)
        : html`<input id="${id}" maxlength="${most}"${named} value="${words}">`,
    )
  })

/** The most characters of a field that has one line in its own form. Others return undefined. */
function mostInOneLine(name: string): number | undefined {
  const most: Readonly<Record<string, number>> = {
    title: sizes.title,
    name: sizes.name,
    link: inputs.link,
    'decision.text': inputs.decision.text,
  }
  return most[name]
}

/** HTML parsers drop the first line break of a textarea, so one is added before the text. */
const asLines = (words: string, id: string, more: Html): Html =>
  html`<textarea id="${id}" rows="${rowsFor(words)}"${more}>\n${words}</textarea>`

const line = 80
const rowsFor = (words: string): number =>
  Math.min(
    16,
    words.split('\n').reduce((rows, one) => rows + 1 + Math.floor(one.length / line), 0),
  )
