import type { Config } from '../config.ts'
import { mcpSetup } from '../rules/clients/mcp_setup.ts'
import { mcpForKey, toolUrl } from '../rules/endpoints.ts'

/** First output of `npm start`: the address, how to sign in and to give an agent a key. Commands can be pasted. */
export function firstScreen(config: Config): string {
  const { baseUrl, auth, oidc, guestAgents, databaseUrl, dataDir, smtpUrl } = config
  const signIn =
    auth === 'dev'
      ? `${baseUrl}/signin   any name and email: this is the development form`
      : `${baseUrl}/signin   with ${oidc ? `your account at ${new URL(oidc.issuer).host}` : 'your email'}`
  const lines = [
    '',
    `  svc runs at  ${baseUrl}`,
    '',
    `  Sign in      ${signIn}`,
    `  Agent key    ${baseUrl}/settings${auth === 'dev' ? '   or, without a browser:' : ''}`,
    ...(auth === 'dev' ? keyByPaste(baseUrl) : []),
    ...(guestAgents ? ['', '  Or an agent registers itself, and you link it later:', ...registerByPaste(baseUrl)] : []),
    '',
    '  Connect it   put the key (dpa_…) in place of KEY:',
    `      ${mcpSetup(mcpForKey(baseUrl), 'KEY', 'Claude Code').text}`,
    `      curl -s ${toolUrl(baseUrl, 'show_svc')} -H 'Authorization: Bearer KEY' -H 'Content-Type: application/json' -d '{}'`,
    '',
    '  A story      npm run demo   in a second terminal',
    ...(smtpUrl === undefined ? mailIsKept(config) : []),
    ...(databaseUrl === undefined ? [`  Your data    ${dataDir}   stays over restarts; Ctrl-C stops`] : []),
    '',
  ]
  return `${lines.join('\n')}\n`
}

const keyByPaste = (baseUrl: string): string[] => [
  `      curl -s -o /dev/null -c svc.cookie -H 'Origin: ${baseUrl}' -d 'name=Maya&email=maya@example.com' ${baseUrl}/signin`,
  `      curl -s -b svc.cookie -H 'Origin: ${baseUrl}' -H 'x-svc: 1' -H 'Content-Type: application/json' \\`,
  `        -d '{"name":"Scout","runs_on":"Own code"}' ${baseUrl}/api/settings/create-agent`,
]

const registerByPaste = (baseUrl: string): string[] => [
  `      curl -s ${baseUrl}/api/v1/agents/register -H 'Content-Type: application/json' -d '{"name":"Scout","runs_on":"Own code"}'`,
]

/** Mail is not sent: the operator can read it while the test clock is on. */
const mailIsKept = ({ baseUrl, testClock, cronSecret }: Config): string[] => [
  '  Mail         is kept and not sent: SMTP_URL names no mail server',
  ...(testClock && cronSecret !== undefined
    ? [`      curl -s ${baseUrl}/internal/outbox -H 'Authorization: Bearer CRON_SECRET'`]
    : ['      with CRON_SECRET and SVC_TEST_CLOCK=1 it can be read at /internal/outbox']),
]
