import { reads } from '../../../rules/limits.ts'
import { type Html, html, name } from '../../html.ts'
import { suggestionAnswers } from '../../marks/to_decide/suggestion_answers.ts'
import { via, whoSays, avatar } from '../../marks/names.ts'
import { suggestedHtml } from '../../marks/change.ts'
import { presentAs } from '../../../records/present.ts'
import { time } from '../../marks/in_words.ts'
import { oneLine } from '../../markdown/md.ts'
import type { PadTalk, PadPage } from '../../../records/pad/pad_page.ts'
import { fixSettles } from '../../../rules/one_human.ts'
import { isWorkOf } from '../../../rules/own_work.ts'
import { settledWith } from '../../marks/to_decide/settled_with.ts'
import type { EditLine } from '../../../records/pad/edit_line.ts'
import type { SectionView } from '../../../records/pad/section.ts'
import { isFirst, type PadShown } from './pad_arguments.ts'
import { bySection, oncePerPage } from './by_section.ts'
import { headingWords } from './headings.ts'
import { changeNamed } from '../../marks/undo_words.ts'
import { isUnsettled } from '../../../rules/states/dispute_moves.ts'

/** Open suggestions as cards: the change word by word, and the answers that this reader may give. */

/** A suggestion is shown at the first section it touches; one that touches none of them at the first section. */
export const suggestionsOf = (page: PadPage, section: SectionView): readonly EditLine[] =>
  suggestionsAt(page).get(section.id) ?? []

const suggestionsAt = oncePerPage((page) => bySection(page, page.suggestions ?? [], ({ section_ids }) => section_ids))

export const suggestionCards = (shown: PadShown, suggestions: readonly EditLine[]): Html[] =>
  suggestions.map((suggestion) => suggestionCard(shown, suggestion))

function suggestionCard(shown: PadShown, suggestion: EditLine): Html {
  const { page, asked, fragment } = shown
  const { id, by, host, note, at, title, changed, changed_cut, goes_in_at } = suggestion
  const what = changeNamed(by, whereOf(page, suggestion), asked.me)
  const first = html`<a class="button plain push" href="/p/${page.id}?edit&amp;with=${id}">Change it first</a>`
  return html`<div class="${isFirst(shown, id) ? 'card now' : 'card'}" role="group" id="${id}" aria-labelledby="q-${id}">
<div class="top">${avatar(by)}<div><p id="q-${id}" class="h3">${whoSays(by, asked.me)} ${by.id === asked.me?.id ? 'suggest' : 'suggests'}</p><p class="small soft">${note !== undefined && html`“${name(oneLine(note, reads.quotes.words))}” `}${via(by, host, asked.me)} ${time(at)}${goes_in_at && html` · goes in ${time(goes_in_at)} if nobody answers`}</p></div></div>
${suggestedHtml(presentAs({ key: id, title, changed, cut: changed_cut, labels: !by.reach, origin: asked.origin }), fragment)}
${settledWith(flagsOf(shown, suggestion))}${suggestionAnswers(asked, suggestion, { what, key: 'A', more: first })}${whoAnswers(shown, suggestion)}</div>
`
}

/** Said to those who may not: a suggestion without a button would look forgotten. */
const whoAnswers = ({ page, asked }: PadShown, { answers = [] }: EditLine): Html | false =>
  asked.me !== undefined &&
  !page.locked &&
  !answers.some((answer) => answer !== 'withdraw') &&
  html`<p class="small soft">${page.hub.mode === 'checked' ? 'Those with work here that stood check it.' : 'Somebody who edits here answers it.'}</p>`

/** The flags that accepting it settles. Accepting one's own suggestion does not settle one's own flags. */
function flagsOf({ page, asked: { me } }: PadShown, { by, section_ids, answers = [] }: EditLine): readonly PadTalk[] {
  if (!answers.includes('accept') && !answers.includes('check')) return []
  const own = me !== undefined && isWorkOf({ author_id: by.id, human_id: by.human?.id }, me)
  return (page.talk ?? []).filter(
    ({ dispute, section_id, starter }) =>
      isUnsettled(dispute) &&
      section_id !== undefined &&
      section_ids.includes(section_id) &&
      (me === undefined || fixSettles({ starter_id: starter.id, starter_human_id: starter.human?.id }, me, own)),
  )
}

function whereOf({ sections, title }: PadPage, { section_ids }: EditLine): string {
  const found = sections.find(({ id }) => section_ids.includes(id))
  return found && found.level > 0 ? headingWords(found) : oneLine(title) || 'this pad'
}
