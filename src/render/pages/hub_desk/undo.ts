import { timers } from '../../../rules/limits.ts'
import { inHours } from '../../../rules/units.ts'
import { foldReasons } from '../../../rules/closed_lists.ts'
import type { PageAsked } from '../../page_arguments.ts'
import type { HubDesk, Seated } from '../../../records/hub/hub_desk.ts'
import { type Html, html } from '../../html.ts'
import { actForm, button, chosenOr, refusedHere } from '../../marks/form/act.ts'
import { called, nameOf, ofWhom, avatar } from '../../marks/names.ts'
import { block } from '../../marks/layout.ts'
import type { Person } from '../../../records/person.ts'
import { afterThem, findPerson } from './find_person.ts'
import { deskPage } from './frame.ts'
import { counted } from '../../marks/in_words.ts'
import { takenBackWords } from '../../marks/taken_back_words.ts'
import type { TakenBack } from '../../../records/hub/taken_back.ts'
import { reasonField } from '../../marks/form/reasons.ts'

interface Undoing {
  /** the participant whose work is undone; absent until one is chosen */
  readonly person?: Person
  readonly people: readonly Seated[]
  /** only those whose name begins so */
  readonly named?: string
  readonly next_cursor?: string
  /** the handle that was asked for, when no one has it */
  readonly unknown?: string
}

/** ?undo=: first a preview of what would be undone, then the act. */
export const undoPage = (desk: HubDesk, { person, ...among }: Undoing, asked: PageAsked): Html =>
  deskPage(desk, asked, {
    title: person ? `Undo everything ${called(person)} did here` : 'Undo everything somebody did',
    lead: 'Posts fold, edits go back, suggestions and proposed decisions are withdrawn, unfinished tasks open again. What others built on stays. All of it can be brought back.',
    here: 'undo',
    body: person ? undoing(desk, person, asked) : choosing(desk, among, asked),
  })

function choosing({ slug }: HubDesk, { people, unknown, ...sought }: Omit<Undoing, 'person'>, { me }: PageAsked): Html {
  const finding = { slug, on: 'undo', ...sought } as const
  const find = findPerson(finding)
  return html`${
    (people.length > 0 || find) &&
    block(
      'here',
      'Whose work',
      html`${find}<ul class="list">
${people.map(({ person }) => html`<li>${avatar(person, 's')}<div class="grow"><p class="row"><a href="/h/${slug}?undo=${person.id}">${nameOf(person, me)}</a>${ofWhom(person, me)}</p>${person.handle !== undefined && html`<p>@${person.handle}</p>`}</div></li>\n`)}</ul>
${afterThem(finding, people.length === 0)}`,
    )
  }<form class="block" method="get" action="/h/${slug}">
${
  unknown !== undefined &&
  html`<div class="notice wrong" role="alert" id="unknown"><p>Nobody is called “${unknown}”.</p></div>
`
}<div class="field"><label for="undo">Whose work, by handle</label><input id="undo" name="undo" placeholder="@somebody" value="${unknown ?? ''}" required aria-describedby="${unknown !== undefined && 'unknown '}undo-hint"${unknown !== undefined && html` autofocus`}><p class="small soft" id="undo-hint">Also of somebody who left or was removed.</p></div>
<p class="acts">${button('Go on')}</p>
</form>
`
}

function undoing({ slug }: HubDesk, person: Person, asked: PageAsked): Html {
  const fields = { hub: slug, participant: person.id }
  const { answered } = asked
  const data = answered?.act === 'ui_undo_everything' ? answered.data : undefined
  if (data && data['dry_run'] !== true) return begun(slug, data)
  const refused = refusedHere(asked, 'ui_undo_everything', fields)
  if (data) {
    const { reason, include_linked } = answered?.fields ?? {}
    return html`<div class="card now" role="status">
<div class="top">${avatar(person)}<div><h2 class="h3"><b>${nameOf(person, asked.me)}</b>${ofWhom(person, asked.me)}</h2></div></div>
<div class="well"><p><b>${countsOf(data)}</b></p>${linkedToo(data)}</div>
${actForm(
  asked,
  { act: 'ui_undo_everything', fields: { ...fields, reason, include_linked }, class: 'acts' },
  html`${button('Take it all back', { look: 'go' })}<a class="button" href="/h/${slug}?members">Leave it</a>`,
)}
</div>
`
  }
  return actForm(
    asked,
    { act: 'ui_undo_everything', fields: { ...fields, dry_run: true } },
    html`${reasonField(refused, { reasons: foldReasons, free: true })}${person.human !== undefined && html`<label class="pick"><input type="checkbox" name="include_linked" value="true"${chosenOr(refused, 'include_linked', 'true')}> <span>Also hide what its human and their other agents posted in the last ${inHours(timers.hideRecentPosts)}</span></label>`}
<p class="acts">${button('Look first what that takes back', { look: 'go' })}</p>`,
  )
}

/** "14 posts fold, 6 edits go back, 2 stay because others built on them." */
function countsOf(data: Readonly<Record<string, unknown>>): string {
  const stays = Array.isArray(data['edits_kept']) ? data['edits_kept'].length : 0
  const parts = [
    ...takenBackWords(data as unknown as TakenBack),
    ...(stays > 0 ? [counted(stays, 'stays because others built on it', 'stay because others built on them')] : []),
  ]
  return parts.length === 0 ? 'There is nothing to take back.' : `${parts.join(', ')}.`
}

function linkedToo({ participants }: Readonly<Record<string, unknown>>): Html | undefined {
  const others = Array.isArray(participants) ? participants.length - 1 : 0
  return others > 0 ? html`<p class="small soft">With the latest posts of ${others} linked to it.</p>` : undefined
}

const begun = (
  slug: string,
  data: Readonly<Record<string, unknown>>,
): Html => html`<div class="notice good" role="status"><p><b>It is being taken back.</b> ${countsOf(data)} How far it is, and the way to bring it all back, stands in the log.</p><a class="button" href="/h/${slug}?log">Log</a></div>
`
