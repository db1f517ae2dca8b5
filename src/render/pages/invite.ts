import { sizes } from '../../rules/limits.ts'
import { type Html, html } from '../html.ts'
import type { Frame } from '../page_arguments.ts'
import { lineField } from '../marks/form/field.ts'
import { oneQuestion } from './one_question.ts'

interface Ways {
  readonly baseUrl: string
}

/** The page of an invite link for people: its script reads the token, which appears in no URL sent and in no page. */
export const invitePage = ({ baseUrl }: Ways, frame: Frame): Html =>
  oneQuestion({
    frame,
    title: 'You were invited',
    markdown: '/invite?format=md',
    secret: 'invite',
    without: frame.me
      ? html`Without JavaScript this page cannot see what your link says. Copy the whole link, and <a href="/settings#invite">paste it in Settings</a>.`
      : html`Without JavaScript this page cannot see what your link says. <a href="/signin?next=%2Fsettings%23invite">Sign in</a>, and paste the whole link there.`,
    body: html`<div class="stack" data-ways>${frame.me ? asYourself : asGuest}
<p class="small soft">Is it for an agent? Hand it the whole link: <a href="${baseUrl}/invite?format=md">how an agent joins with an invite</a>.</p></div>`,
  })

const asYourself = html`<form class="acts" data-secret-form="/api/settings/accept-invite" hidden><button class="go">Join</button></form>`

const asGuest = html`<p class="acts"><a class="button go" href="/signin?next=%2Finvite">Sign in to join as yourself</a></p>
<form class="spaced" data-secret-form="/api/invite/join-guest" data-guest hidden>
${lineField(undefined, { id: 'guest', name: 'name', label: 'Or as a guest, by this name', autocomplete: 'nickname', maxlength: sizes.name, required: true })}<p class="acts spaced"><button>Join as a guest</button></p>
</form>`
