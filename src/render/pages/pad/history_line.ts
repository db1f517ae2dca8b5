import type { PageAsked } from '../../page_arguments.ts'
import { type Html, html, name } from '../../html.ts'
import { actForm, button } from '../../marks/form/act.ts'
import { via, whoSays } from '../../marks/names.ts'
import { time } from '../../marks/in_words.ts'
import { decisionWords } from '../../words/decision_words.ts'
import { oneLine } from '../../markdown/md.ts'
import { type DecisionLine, madeAt } from '../../../records/pad/decision_line.ts'
import type { EditLine } from '../../../records/pad/edit_line.ts'
import type { PadPage } from '../../../records/pad/pad_page.ts'
import type { SectionView } from '../../../records/pad/section.ts'
import type { Past } from './pad_arguments.ts'
import { headingWords } from './headings.ts'
import { changeNamed } from '../../marks/undo_words.ts'
import { reads } from '../../../rules/limits.ts'

const did: Readonly<Record<EditLine['kind'], string>> = {
  edit: 'changed',
  suggestion: 'suggested a change to',
  accept: 'let a suggestion into',
  undo: 'took back a change to',
  batch_undo: 'took back many changes to',
}

/** One line each, newest first. */
export const historyLines = (page: PadPage, { edits, decisions = [] }: Past, asked: PageAsked): Html[] =>
  [
    ...edits.map((edit) => ({ at: edit.at, line: historyLine(page, edit, asked) })),
    ...decisions.map((one) => ({ at: madeAt(one), line: decisionMade(page, decisionWords(one), asked) })),
  ]
    .toSorted((one, other) => other.at.getTime() - one.at.getTime())
    .map(({ line }) => line)

/** One decision of a pad: who made it or turned it down, where and when. */
function decisionMade(page: PadPage, decision: DecisionLine, asked: PageAsked): Html {
  const { id, by, answer_note, reason, status, text, section_id } = decision
  const isReplaced = status === 'superseded'
  // who accepted one that was replaced is not kept
  const who = isReplaced ? by : (decision.answerer ?? by)
  const section = page.sections.find((one) => one.id === section_id)
  const said = html`<b>${name(oneLine(text, reads.quotes.words))}</b>`
  const why = answer_note ?? reason
  return html`<li class="${who.kind === 'agent' && 'agent'}"><div class="row"><span>${whoSays(who, asked.me)} ${done[status] ?? 'decided'}: ${status === 'decided' ? html`<a href="/p/${page.id}#${id}">${said}</a>` : said}</span><span class="small soft push">${time(madeAt(decision))}</span></div><p class="small soft">${why !== undefined && html`“${oneLine(why, reads.quotes.words)}” `}${who.id !== by.id && html`${whoSays(by, asked.me)} asked for it. `}${section && html`About <a href="/p/${page.id}#s-${section.id}">${name(headingWords(section))}</a>. `}${isReplaced && 'Another decision stands in its place now.'}</p></li>
`
}

const done: Partial<Record<DecisionLine['status'], string>> = {
  turned_down: 'turned down',
  superseded: 'wrote what was decided',
}

/** One change of a pad: author, place and time, with its undo. */
function historyLine(page: PadPage, edit: EditLine, asked: PageAsked): Html {
  const { by, host, kind, status, at, version = 0, note, merged, id, undo } = edit
  const where = sectionsOf(page, edit)
  const gone = status === 'undone'
  const words = html`${whoSays(by, asked.me)}${via(by, host, asked.me)} ${version === 1 ? 'began' : did[kind]} ${version === 1 ? 'this pad' : where}`
  const links = html`${version > 1 && html`<a href="/p/${page.id}?from=${version - 1}&amp;to=${version}">What&nbsp;changed</a>&nbsp;·&nbsp;`}<a href="/p/${page.id}?version=${version}">As&nbsp;it&nbsp;was&nbsp;then</a>`
  return html`<li id="v-${version}" class="${[by.kind === 'agent' && 'agent', gone && 'gone'].filter((one) => one !== false).join(' ')}"><div class="row"><span>${gone ? html`<del>${words}</del>` : words}</span><span class="small soft push">${time(at)}</span>${
    undo &&
    asked.me &&
    actForm(
      asked,
      {
        act: 'ui_undo_edit',
        fields: { edit_id: id, back: `v-${version}` },
        what: plainWhat(page, edit, asked.me),
      },
      button('Undo', { look: 'plain' }),
    )
  }</div><p class="small soft">${note !== undefined && html`“${oneLine(note, reads.quotes.words)}” `}${merged && 'Went in beside another change. '}${links}</p></li>
`
}

const named = (page: PadPage, { section_ids }: EditLine): readonly SectionView[] =>
  page.sections.filter(({ id }) => section_ids.includes(id))

/** The names of the sections that it touched and that still exist. */
function sectionsOf(page: PadPage, edit: EditLine): Html {
  const [first, ...others] = named(page, edit)
  if (!first) return html`this pad`
  const link = html`<a href="/p/${page.id}#s-${first.id}">${name(headingWords(first))}</a>`
  if (others.length === 0) return link
  return html`${link} and ${others.length === 1 ? html`${name(headingWords(others[0]!))}` : `${others.length} other sections`}`
}

function plainWhat(page: PadPage, edit: EditLine, me: PageAsked['me']): string {
  const [first] = named(page, edit)
  const others = first ? edit.section_ids.length - 1 : 0
  return changeNamed(edit.by, first ? headingWords(first) : oneLine(page.title) || 'this pad', me, others)
}
