import type { PageAsked } from '../../page_arguments.ts'
import type { Fragment } from '../../body.ts'
import type { PadPage } from '../../../records/pad/pad_page.ts'
import type { PadAct } from '../../../rules/pad_acts.ts'
import type { HistoryView } from '../../../records/view.ts'

/** What happened to a pad: its changes and the decisions made on it. */
export type Past = Pick<HistoryView, 'edits' | 'decisions'>

export interface PadAsked extends PageAsked {
  /** a table of the sections instead of their text */
  readonly outline?: boolean
  /** only this section */
  readonly section?: string
  /** shows the last author beside each paragraph */
  readonly who?: boolean
  /** changes since the last visit are not marked */
  readonly hides?: boolean
  /** the newest changes and decisions */
  readonly past?: Past
  /** the version shown is not the newest */
  readonly old?: boolean
}

/** How many stretches of each section are shown with their author. */
export type AuthorsShown = ReadonlyMap<string, number>

export interface PadShown {
  readonly page: PadPage
  readonly asked: PadAsked
  readonly fragment: Fragment
  /** where the author of each paragraph is shown */
  readonly authors?: AuthorsShown
}

/** Whether the reader is offered an act; signed out none is. */
export const offers = ({ page, asked }: Pick<PadShown, 'page' | 'asked'>, act: PadAct): boolean =>
  asked.me !== undefined && page.may?.includes(act) === true

/** Whether `id` is the first open question that this reader may answer: only one button in a view is filled. */
export function isFirst({ page: { sections, decisions = [], suggestions = [] } }: PadShown, id: string): boolean {
  const places = new Map(sections.map((section, n) => [section.id, n]))
  const place = (ids: readonly string[]): number => places.get(ids.find((one) => places.has(one)) ?? '') ?? 0
  const waiting = [
    ...decisions
      .filter(({ status, answers = [] }) => status === 'proposed' && answers.includes('accept'))
      .map((one) => ({ id: one.id, place: place([one.section_id ?? '']) })),
    ...suggestions
      .filter(({ answers = [] }) => answers.includes('accept') || answers.includes('check'))
      .map((one) => ({ id: one.id, place: place(one.section_ids) })),
  ]
  return waiting.toSorted((a, b) => a.place - b.place)[0]?.id === id
}
