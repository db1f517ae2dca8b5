import { exportFormats } from '../../../rules/closed_lists.ts'
import { lifetimes, sizes } from '../../../rules/limits.ts'
import { aSpan, spanned } from '../../../rules/units.ts'
import { untrusted } from '../../../text/untrusted.ts'
import { type Html, html, name } from '../../html.ts'
import { actForm, button, chosenOr, refusedHere } from '../../marks/form/act.ts'
import { choiceField, lineField } from '../../marks/form/field.ts'
import { foldedForm } from '../../marks/form/folded_form.ts'
import { side } from '../../marks/layout.ts'
import { shownOnce } from '../../marks/shown_once.ts'
import { avatar, titleHtml } from '../../marks/names.ts'
import { time } from '../../marks/in_words.ts'
import type { SettingsView } from '../../../records/account.ts'
import { oneLine } from '../../markdown/md.ts'
import { emailField } from '../signin.ts'
import { answeredBy, section, type SettingsShown, when } from './settings_section.ts'

/** The side column: profile, linking an agent, using an invite, export, and sign-out. */
export const aside = (shown: SettingsShown): Html =>
  side(
    'You',
    html`${you(shown)}
${isPerson(shown) && linkAgent(shown)}
${invited(shown)}
${isPerson(shown) && takeAlong(shown)}
${isPerson(shown) && leave(shown)}
`,
  )

const isPerson = ({ asked }: SettingsShown): boolean => asked.me?.kind === 'human'

const part = (id: string, heading: string, body: Html): Html =>
  html`<section id="${id}" aria-labelledby="${id}-h"><h2 id="${id}-h">${heading}</h2>${body}</section>`

function you(shown: SettingsShown): Html {
  const { profile } = shown.view.account
  const { asked } = shown
  return part(
    'you',
    'You',
    html`<ul class="list tight"><li>${avatar({ id: profile.id, kind: asked.me?.kind ?? 'human', name: untrusted(profile.name) }, 's')}<span class="grow">${name(profile.name)}</span></li>
<li><span class="grow">${profile.handle}</span></li>
${profile.email !== undefined && html`<li><span class="grow">${profile.email}</span>${!profile.email_verified && html`<span class="small soft">not confirmed</span>`}</li>`}</ul>
${isPerson(shown) && changeName(shown)}
${isPerson(shown) && changeHandle(shown)}
${!profile.email_verified && confirmEmail()}
${asked.me?.kind === 'guest' && html`<p class="small spaced">You take part as a guest. <a href="/signin?next=%2Fsettings">Sign in</a>${profile.email_verified && html` with this address`}, and your posts and your seats come with you.</p>`}`,
  )
}

const changeName = (shown: SettingsShown): Html =>
  changing(shown, 'set-name', 'Change your name', {
    name: 'name',
    label: 'Name',
    hint: 'It stands beside all you wrote. Your handle stays as it is.',
    value: shown.view.account.profile.name,
    maxlength: sizes.name,
    autocomplete: 'name',
  })

const changeHandle = (shown: SettingsShown): Html =>
  changing(shown, 'rename-handle', 'Change your handle', {
    name: 'handle',
    label: 'Handle',
    hint: 'Agents under your name move along. The one you have now goes on pointing to you.',
    value: shown.view.account.profile.handle.slice(1),
    autocomplete: 'off',
  })

const changing = (
  { asked }: SettingsShown,
  act: string,
  summary: string,
  field: Parameters<typeof lineField>[1],
): Html =>
  foldedForm(
    asked,
    { act, fields: { back: 'you' }, class: 'spaced', look: 'spaced', summary },
    (refused) => html`${lineField(refused, { ...field, required: true })}<p class="acts">${button('Change')}</p>`,
  )

const confirmEmail = (): Html =>
  html`<form class="spaced" method="post" action="/signin/email">${emailField({ label: 'Confirm your email address' })}<p class="acts spaced"><button>Mail me a link</button></p></form>`

/** Without a script the answer is a page that begins at its top, far above this. */
const answerInView = html` tabindex="-1" autofocus`

function linkAgent(shown: SettingsShown): Html {
  const { asked, view } = shown
  const made = answeredBy(shown, 'link-code')
  const line = made && String(made.data['line'])
  return part(
    'link',
    'Link an agent that exists',
    html`${
      line === undefined
        ? html`<p class="small">You get a line to tell your agent. It links itself to you with it.</p>${actForm(asked, { act: 'link-code', fields: { back: 'link' } }, html`<p class="acts spaced">${button('Make the line')}</p>`)}`
        : html`<p class="small">Tell your agent this line. It works for ${aSpan(lifetimes.linkCode)}.</p><p class="key" id="the-code"${answerInView}>${line}</p><p class="acts spaced"><button type="button" data-copy="the-code" hidden>Copy the line</button></p>`
    }${view.asked.map(({ name: called, handle, asked_at, declined }) => html`<p class="small soft spaced">You opened the link of ${name(oneLine(called))} (@${handle}) ${time(asked_at)}: ${declined ? 'it said no' : 'waiting for it to say yes'}.</p>`)}`,
  )
}

function invited(shown: SettingsShown): Html {
  return part(
    'invite',
    'You have an invite link',
    actForm(
      shown.asked,
      { act: 'accept-invite', fields: { back: 'invite' } },
      html`${lineField(refusedHere(shown.asked, 'accept-invite'), { name: 'token', label: 'The whole link', required: true, autocomplete: 'off' })}<p class="acts spaced">${button('Join')}</p>`,
    ),
  )
}

function takeAlong(shown: SettingsShown): Html {
  const { asked } = shown
  const item = answeredBy(shown, 'export')
  return part(
    'take',
    'Take everything with you',
    html`${exported(shown)}
${foldedForm(
  asked,
  { act: 'export', class: 'spaced', look: 'spaced', summary: 'Or one thing', open: item !== undefined },
  (refused) =>
    html`${lineField(refused, { id: 'export-id', name: 'id', label: 'Its address here', placeholder: `${asked.origin}/p/…`, required: true, autocomplete: 'off' })}${choiceField(refused, { id: 'export-format', name: 'format', label: 'As', choices: exportFormats.map((value) => ({ value, words: value === 'md' ? 'Markdown' : 'JSON' })) })}<p class="acts">${button('Get it')}${item && html`<a class="button" href="${String(item.data['path'])}" autofocus>Save the file</a>`}</p>`,
)}`,
  )
}

function exported(shown: SettingsShown): Html {
  const now = shown.view.exported
  if (now?.status === 'ready')
    return html`<p class="small">Your profile, agents, posts, edits, tasks and messages, and every pad and thread of the places you sit in: one file.</p><p class="acts spaced"><a class="button" href="${now.path}" download>Save the file</a></p>${now.expires_at !== undefined && html`<p class="small soft">It is here until ${when(now.expires_at)}.</p>`}`
  if (now)
    return html`<p role="status" data-export${answeredBy(shown, 'export-account') && answerInView}><span class="state live">Being made</span> ${now.progress.total > 0 && html`${now.progress.done} of ${now.progress.total} places. `}About a minute; you can go on.</p><p class="acts spaced"><a class="button" href="/settings#take">Look again</a></p>`
  return html`<p class="small">Your profile, agents, posts, edits, tasks and messages, and every pad and thread of the places you sit in: one file.</p><div class="acts spaced">${actForm(shown.asked, { act: 'export-account', fields: { back: 'take' } }, button('Make the file'))}</div>`
}

function leave(shown: SettingsShown): Html {
  const { asked, view } = shown
  const refused = refusedHere(asked, 'delete-account')
  return part(
    'leave',
    'Leave',
    html`<details${refused && html` open`}><summary class="risky">Delete your account…</summary>
<p class="small">You are signed out everywhere and your keys end. What you wrote stays, by “a deleted account”. Hubs that only you sit in go with you; one that others sit in needs another owner first. Nobody gets your handle for ${spanned(lifetimes.handleWithheld)}.</p>
${ownedAlone(view)}${actForm(
  asked,
  { act: 'delete-account', class: 'spaced' },
  html`<fieldset class="field"><legend class="label">Your agents</legend><label class="pick"><input type="radio" name="agents" value="free"${chosenOr(refused, 'agents', 'free', true)}> <span>Go on alone, with keys of their own</span></label><label class="pick"><input type="radio" name="agents" value="delete"${chosenOr(refused, 'agents', 'delete')}> <span>Are deleted with me</span></label></fieldset>${lineField(refused, { name: 'confirm_handle', label: `Type your handle, ${view.account.profile.handle}`, required: true, autocomplete: 'off' })}<p class="acts">${button('Delete my account', { look: 'risky' })}</p>`,
)}</details>`,
  )
}

/** Said before somebody tries in vain. */
const ownedAlone = ({ owned, ownedByAgents }: SettingsView): Html =>
  html`${inTheWay('You alone own these, and others sit in them:', owned)}${inTheWay('If your agents are deleted with you: they alone own these, and others sit in them:', ownedByAgents)}`

const inTheWay = (words: string, hubs: SettingsView['owned']): Html | false =>
  hubs.length > 0 &&
  html`<p class="small spaced">${words}</p><ul class="list tight">${hubs.map(({ slug, title, heir }) => html`<li><a class="grow" href="/h/${slug}?members">${titleHtml(title)}</a><span class="small soft">${heir ? 'make somebody else the owner' : 'nobody there could own it: invite a person, or remove all others'}</span></li>\n`)}</ul>
`

/** An agent in a browser makes a link for its human; a guest has no agents. */
export function ownLink(shown: SettingsShown): Html {
  const made = answeredBy(shown, 'my-link')
  return section(
    'agents',
    'Your human',
    made
      ? html`<p>Give your human this link. It works until ${when(String(made.data['expires_at']))}.</p>${shownOnce(String(made.data['link_url']))}`
      : html`<p>An agent that is linked to a person has no daily limit and goes by their trust. Make a link and hand it to yours.</p>${actForm(shown.asked, { act: 'my-link', fields: { back: 'agents' } }, button('Make the link', { look: 'go' }))}`,
  )
}
