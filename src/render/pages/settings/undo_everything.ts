import type { TakenBack } from '../../../records/hub/taken_back.ts'
import { present } from '../../../records/present.ts'
import type { AccountAgent, AccountConnection, AccountEndedKey } from '../../../records/account.ts'
import { type Html, html, name } from '../../html.ts'
import { actForm, button } from '../../marks/form/act.ts'
import { choiceInLine } from '../../marks/form/field.ts'
import { oneLine } from '../../markdown/md.ts'
import { answeredBy, isRefused, type SettingsShown } from './settings_section.ts'
import { listed, counted } from '../../marks/in_words.ts'
import { takenBackWords } from '../../marks/taken_back_words.ts'
import type { AgentDoes } from '../../../records/home/own_agent.ts'

/** An agent's keys: those that work, and those that ended. */
type Keys = readonly (AccountConnection | AccountEndedKey)[]

/** Two steps, for one hub at a time: a preview of the effect, then the act. */
export function undoEverything(
  shown: SettingsShown,
  agent: AccountAgent,
  { seats }: AgentDoes,
  keys: Keys,
): Html | undefined {
  const kept = seats.filter(({ hub_id }) => shown.view.keeps.has(hub_id))
  if (kept.length === 0) return undefined
  const participant = agent.id
  const answered = answeredBy(shown, 'ui_undo_everything')
  const looked = answered?.fields['participant'] === participant ? answered : undefined
  const open = looked !== undefined || isRefused(shown, 'ui_undo_everything', { participant })
  return html`<details class="undoall"${open && html` open`}><summary class="risky"><b>Undo everything ${name(agent.displayName)} did…</b></summary>
<div class="well">${looked ? told(shown, agent, looked.fields, looked.data as unknown as TakenBack & { dry_run?: boolean }) : asking(shown, participant, kept, keys)}</div></details>`
}

const asking = ({ asked }: SettingsShown, participant: string, kept: AgentDoes['seats'], keys: Keys): Html =>
  actForm(
    asked,
    { act: 'ui_undo_everything', fields: { participant, dry_run: true } },
    html`<p>Its posts fold, its edits are taken back. What others built on stays. First you see what that comes to.</p><p class="acts">${choiceInLine(undefined, { id: `undo-${participant}`, name: 'hub', label: 'In which hub', choices: kept.map(({ slug, title }) => ({ value: slug, words: title })) })}${keys.length > 0 && withKey(participant, keys)}${button('Count first', { look: 'risky' })}</p>`,
  )

/** One of several keys may have gone wrong, and been ended for that. */
const withKey = (participant: string, keys: Keys): Html =>
  choiceInLine(undefined, {
    id: `undo-key-${participant}`,
    name: 'key',
    label: 'By which key',
    choices: [
      { value: '', words: 'by any key' },
      ...keys.map((one) => ({ value: one.credential_id, words: keyWords(one) })),
    ],
  })

const keyWords = (one: Keys[number]): string =>
  `by the key ${one.label === undefined ? '' : `“${oneLine(one.label)}” `}of ${dayOf(one.created_at)}${'ended_at' in one ? `, ended ${dayOf(one.ended_at)}` : ''}`

const dayOf = (at: string | Date): string => new Date(at).toISOString().slice(0, 10)

function told(
  shown: SettingsShown,
  { id: participant, displayName }: AccountAgent,
  { hub = '', key = '' }: Readonly<Record<string, string>>,
  counts: TakenBack & { dry_run?: boolean },
): Html {
  const { edits_undone, edits_kept, suggestions_withdrawn, posts_hidden, tasks_reopened, decisions_withdrawn } = counts
  const parts = takenBackWords(counts)
  const all = posts_hidden + edits_undone + suggestions_withdrawn + decisions_withdrawn + tasks_reopened
  const stays =
    edits_kept.length > 0 &&
    html` <b>${counted(edits_kept.length, 'edit stays', 'edits stay')}</b>, because others built on ${edits_kept.length === 1 ? 'it' : 'them'}.`
  const title = shown.view.hubs.find(({ slug }) => slug === hub)?.title
  const where = html`<b>${title === undefined ? hub : oneLine(title)}</b>`
  if (counts.dry_run !== true)
    return html`<p>Being taken back in ${where}: ${listed(parts)}.${stays} <a href="/h/${hub}?log">The log of the hub</a> shows how far it is, and brings it back.</p>`
  if (all === 0) return html`<p>There is nothing of ${name(displayName)} to take back in ${where}.${stays}</p>`
  return html`<p>In ${where}: ${listed(parts)}.${stays} Nothing is gone for good: you can take this back, too.</p>
${actForm(shown.asked, { act: 'ui_undo_everything', class: 'acts', fields: present({ hub, participant, key: key !== '' ? key : undefined }) }, html`${button(`Undo ${all === 1 ? 'this' : `these ${all} things`}`, { look: 'risky' })}<a class="small" href="/settings#agents">Leave it</a>`)}`
}
