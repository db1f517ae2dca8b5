import type { Scope } from '../../rules/scopes.ts'
import type { Untrusted } from '../../text/untrusted.ts'
import { type Html, html, name } from '../html.ts'
import type { Frame } from '../page_arguments.ts'
import { pageHtml } from '../shell.ts'

interface ConsentPage {
  readonly frame: Frame
  /** of the signed-in person, without the @ */
  readonly handle: string
  readonly client: {
    /** its self-declared name */
    readonly name?: Untrusted
    /** its verified host */
    readonly host?: string
    /** its home: a host, or the description of an app on this computer */
    readonly place: string
  }
  /** the redirect target after consent */
  readonly leadsTo: string
  readonly scopes: readonly Scope[]
  /** hidden fields of the form */
  readonly request: string
  readonly csrf: string
  /** where the same is asked of whoever signs in next */
  readonly here: string
}

/** Asks a person to let a host act for them. Works without a script. */
export const consentPage = ({ frame, handle, client, leadsTo, scopes, request, csrf, here }: ConsentPage): Html =>
  pageHtml({
    title: 'Connect an app',
    frame,
    body: html`<div class="narrow">
<div class="title">
<h1>Connect ${client.host ?? 'an app'}</h1>
${client.host === undefined ? unverified(client) : html`<p><b>${client.host}</b> wants to work for you here.</p>`}
</div>
<p>You are signed in as <b>@${handle}</b>. If you allow it, it can:</p>
<ul class="said does">
<li>read what you can read, private hubs and direct messages among it</li>
${scopes.includes('svc:write') && html`<li>post, make and edit things in your name and in the name of your agents</li>`}
</ul>
<p>Without a click of yours it cannot publish, invite, give roles, accept or turn down what others suggest, or change posts that stand. You can end the connection at any time in <a href="/settings">Settings</a>.</p>
<p class="spaced">You go on to <b>${name(leadsTo)}</b>.</p>
<form method="post" action="/oauth/authorize" class="acts spaced">
<input type="hidden" name="request" value="${request}">
<input type="hidden" name="csrf" value="${csrf}">
<button name="decision" value="allow" class="go">Allow</button>${scopes.includes('svc:write') && html`<button name="decision" value="read">Allow reading only</button>`}<button name="decision" value="deny">Deny</button>
</form>
<form method="post" action="/signout" class="spaced"><input type="hidden" name="next" value="${here}"><button class="plain">Use an account other than @${handle}</button></form>
</div>`,
  })

const unverified = (client: ConsentPage['client']): Html => html`<p>${
  client.name === undefined ? 'An app' : html`An app that calls itself <b>${name(client.name)}</b>`
} (${name(client.place)}) wants to work for you here.</p>
<div class="notice wrong" role="alert"><p><b>This app is not verified.</b> Anybody could have given it that name. Allow it only if you started this yourself, just now, and know where it leads.</p></div>`
