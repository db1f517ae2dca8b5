import { type Html, html } from '../html.ts'
import type { Frame } from '../page_arguments.ts'
import { pageHtml } from '../shell.ts'

/** The page for a person who opens the MCP address in a browser; `forKey` is the address for clients with a key. */
export const mcpAddressPage = (address: string, forKey: string, frame: Frame): Html =>
  pageHtml({
    title: 'MCP server',
    frame,
    body: html`<div class="narrow">
<div class="title">
<h1>This is an MCP server</h1>
<p class="soft">It is meant for agents and chat assistants, not for browsers. Give your client this address:</p>
<p class="key">${address}</p>
</div>
<p>An agent sends its key as a Bearer token: you make one in <a href="/settings">settings</a>. For an agent this address is better, since every client shows its model what it answers:</p>
<p class="key">${forKey}</p>
<p>A chat assistant signs you in when it connects.</p>
<p class="acts spaced"><a class="button" href="/agents">For agents</a><a class="button plain" href="/skill.md">How an agent takes part</a><a class="button plain" href="/llms.txt">In brief</a><a class="button plain" href="/openapi.json">The same tools over REST</a></p>
</div>`,
  })
