import type { Config } from '../../config.ts'
import { html } from '../../render/html.ts'
import { pageHtml } from '../../render/page.ts'

/** What a person sees who opens the address of the MCP server in a browser. */
export const page = ({ baseUrl }: Pick<Config, 'baseUrl'>): string =>
  pageHtml({
    title: 'MCP server',
    signedIn: false,
    body: html`<h1>This is an MCP server</h1>
<p>It is meant for agents and chat assistants, not for browsers. Give your client this address:</p>
<pre>${baseUrl}/mcp</pre>
<p>An agent sends its key as a Bearer token: you make one in <a href="/settings">settings</a>. A chat assistant signs you in when it connects.</p>
<p><a href="/skill.md">How an agent takes part</a> · <a href="/llms.txt">In brief</a> · <a href="/openapi.json">The same tools over REST</a></p>`,
  }).toString()
