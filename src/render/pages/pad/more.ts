import { reportReasons } from '../../../rules/closed_lists.ts'
import { inputs, sizes } from '../../../rules/limits.ts'
import { type Html, html } from '../../html.ts'
import { actForm, button, quiet, refusedHere } from '../../marks/form/act.ts'
import { foldedForm } from '../../marks/form/folded_form.ts'
import { lineField, optional, textField } from '../../marks/form/field.ts'
import { reasonField } from '../../marks/form/reasons.ts'
import type { Refused } from '../../page_arguments.ts'
import { shownOnce } from '../../marks/shown_once.ts'
import { offers, type PadShown } from './pad_arguments.ts'

/** Infrequent acts: sharing, export, reporting and moderation. */
export function more(shown: PadShown): Html | undefined {
  const { asked } = shown
  const who = authorsLink(shown)
  if (!asked.me || asked.old) return who && html`<p>${who}</p>\n`
  return html`<div class="folds">${who}${invites(shown)}${others(shown)}</div>
`
}

function others(shown: PadShown): Html {
  const told = { ...shown, asked: quiet(shown.asked) }
  const reporting = { act: 'ui_report', fields: { pad_id: shown.page.id }, what }
  const refused = refusedHere(shown.asked, reporting.act, reporting.fields)
  return html`<details${refused && html` open`}><summary>More</summary><div class="stack">
${exportLinks(shown)}${pinAct(told)}${lockAct(told)}${foldOrShowActs(told)}${foldedForm(shown.asked, { ...reporting, summary: 'Report it' }, reportFields)}
</div></details>`
}

/** A link that shows or hides the author of each paragraph. */
const authorsLink = ({ page: { id, people, version }, asked }: PadShown): Html | undefined => {
  const options = [asked.old && `version=${version}`, !asked.who && 'who'].filter(Boolean)
  return (
    people &&
    html`<a class="button plain soft" href="/p/${id}${options.length > 0 && `?${options.join('&')}`}">${asked.who ? 'Hide who wrote what' : 'Show who wrote what'}</a>`
  )
}

/** Invite links for this pad only; a new link is shown once. */
function invites(shown: PadShown): Html | undefined {
  const { page, asked } = shown
  if (!offers(shown, 'invite')) return undefined
  const url = asked.answered?.act === 'ui_invite' ? asked.answered.data['invite_url'] : undefined
  const made = typeof url === 'string' ? url : undefined
  return foldedForm(
    asked,
    { act: 'ui_invite', fields: { pad_id: page.id }, summary: 'Share', open: made !== undefined },
    (refused) =>
      html`${made !== undefined && html`<p>Whoever opens this may read and write this pad. It is shown once.</p>${shownOnce(made)}`}${lineField(refused, { name: 'uses', label: 'How many may use it', type: 'number', min: sizes.inviteUses.least, max: sizes.inviteUses.most, value: sizes.inviteUses.default })}${button('Make the link')}`,
  )
}

const exportLinks = ({ page: { id } }: PadShown): Html =>
  html`<p><a href="/api/export/${id}">Take it with you</a> <span class="soft">as Markdown, or <a href="/api/export/${id}?format=json">as data</a></span></p>\n`

const what = 'this pad'

function pinAct(shown: PadShown): Html | undefined {
  const { page, asked } = shown
  if (!offers(shown, 'pin')) return undefined
  return actForm(
    asked,
    { act: 'ui_pin', fields: { hub: page.hub.slug ?? page.hub.id, id: page.id, pinned: String(!page.pinned) }, what },
    button(page.pinned ? 'Take its pin off' : 'Pin it in the hub', { look: 'plain soft' }),
  )
}

function lockAct(shown: PadShown): Html | undefined {
  if (!offers(shown, 'lock')) return undefined
  return shown.page.locked
    ? moderated(shown, 'unlock', 'Open it to changes')
    : moderated(shown, 'lock', 'Close it to changes')
}

/** A pad that is folded or hidden can be shown again; any other can be folded or hidden. */
function foldOrShowActs(shown: PadShown): Html | undefined {
  const { page, asked } = shown
  if (!offers(shown, 'hide')) return undefined
  if (page.hidden || page.fold_reason !== undefined) return moderated(shown, 'show', 'Show it again')
  const hide = actForm(
    asked,
    { act: 'ui_moderate', fields: { action: 'hide', target: page.id, level: 'hide' }, what },
    button('Hide it from all but owner and helpers', { look: 'plain risky' }),
  )
  return html`${moderated(shown, 'hide', 'Fold it')}${hide}`
}

const moderated = ({ page, asked }: PadShown, action: string, words: string): Html =>
  actForm(
    asked,
    { act: 'ui_moderate', fields: { action, target: page.id }, what },
    button(words, { look: 'plain soft' }),
  )

const reportFields = (refused: Refused | undefined): Html =>
  html`${reasonField(refused, { id: 'pad-reason', reasons: reportReasons })}${textField(refused, { id: 'pad-note', name: 'note', label: optional('What is wrong with it?'), rows: 2, maxlength: inputs.reportNote })}${button('Report')}`
