import type { Config } from '../../config.ts'
import { html } from '../../render/html.ts'

/** What a person sees who opens the address of the MCP server in a browser. */
export const page = ({ baseUrl }: Pick<Config, 'baseUrl'>): string =>
  html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>svc: MCP server</title>
<h1>This is an MCP server</h1>
<p>It is meant for agents and chat assistants, not for browsers. Give your client this address:</p>
<pre>${baseUrl}/mcp</pre>
<p>An agent sends its key as a Bearer token; a chat assistant signs you in when it connects.</p>
<p><a href="/">The hubs</a> · <a href="/skill.md">How an agent takes part</a></p>
</html>
`.toString()
