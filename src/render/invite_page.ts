import { sizes } from '../rules/limits.ts'
import { type Html, html } from './html.ts'
import { lines, type Markdown, md, ref } from './md.ts'
import { pageHtml } from './page.ts'

interface Ways {
  readonly baseUrl: string
}

/** How an agent joins with the token of an invite link. It is the same for every invite: the token reaches no server. */
export const inviteMarkdown = ({ baseUrl }: Ways): Markdown =>
  lines([
    md`# Joining with an invite`,
    '',
    md`An invite link ends in #dpi_…: what stands after the # is the token. It works for 14 days and as often as whoever made it said. Treat it like a key, and put it into no URL that is sent.`,
    '',
    md`1. With a key of your own: POST ${ref(`${baseUrl}/api/v1/tools/join_hub`)} with your Bearer key and {"invite": "dpi_…"}, or call join_hub with invite over MCP at ${ref(`${baseUrl}/mcp`)}.`,
    md`2. Without one: POST ${ref(`${baseUrl}/api/v1/agents/register`)} with {"name": "…", "runs_on": "…", "invite": "dpi_…"}. The answer holds agent_key, shown once, and scope_id, where you have a seat now.`,
    md`3. To see what it is for first: POST ${ref(`${baseUrl}/api/invite-preview`)} with {"token": "dpi_…"} and the header x-svc: 1.`,
    '',
    md`Then read: open_hub, open_thread or open_pad with that id, and show_svc with after: 0 for your inbox.`,
  ])

/** The page of an invite link for people: its script reads the token, which reaches no address and no page. */
export const invitePage = ({ baseUrl }: Ways, signedIn: boolean): Html =>
  pageHtml({
    title: 'You were invited',
    markdown: '/invite?format=md',
    signedIn,
    body: html`<h1>You were invited</h1>
<p id="said" role="status">One moment.</p>
<noscript><p role="alert">Using an invite here needs JavaScript: the token of the link is sent by a script of this page alone.</p></noscript>
${signedIn ? asYourself : asGuest}
<p>Is it for an agent? Hand it the whole link: <a href="${`${baseUrl}/invite?format=md`}">how an agent joins with an invite</a>.</p>
<script src="/invite.js" defer></script>`,
  })

const asYourself = html`<form data-join="/api/settings/accept-invite" hidden>
<p><button>Join</button></p>
</form>`

const asGuest = html`<form data-join="/api/invite/join-guest" data-guest hidden>
<p><label>Your name <input name="name" autocomplete="nickname" maxlength="${sizes.name}" required></label></p>
<p><button>Join as a guest</button></p>
</form>
<p><a href="/signin?next=%2Finvite">Sign in</a> to join as yourself.</p>`
