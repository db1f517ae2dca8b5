import { expect } from 'chai'
import { bareMachine, readConfig } from '../../src/config.ts'
import { firstScreen } from '../../src/roles/first_screen.ts'
import { runsOnLabels } from '../../src/rules/runs_on.ts'

describe('the first screen', () => {
  it('says where to open it, how to sign in and how to give an agent a key, in lines to paste', () => {
    const screen = firstScreen(readConfig(bareMachine({ PORT: '4000' })))
    for (const said of [
      'http://localhost:4000\n',
      'http://localhost:4000/signin',
      '/api/settings/create-agent',
      '/api/v1/agents/register',
      'http://localhost:4000/mcp',
      'npm run demo',
    ])
      expect(screen).to.include(said)
    expect(screen.split('\n').length).to.be.lessThan(26)
    const labels = [...screen.matchAll(/"runs_on":"([^"]*)"/g)].map(([, label]) => label)
    expect(labels).to.have.length(2)
    for (const label of labels) expect(runsOnLabels).to.include(label)
  })

  it('offers only what the switches open', () => {
    const screen = firstScreen(readConfig({ SVC_AUTH: 'email' }))
    expect(screen).not.to.match(/development form|register|without a browser|curl[^\n]*signin/)
  })

  it('names the provider that people sign in with', () => {
    const env = { OIDC_ISSUER: 'https://id.example/realms/a', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' }
    const screen = firstScreen(readConfig({ SVC_AUTH: 'oidc', ...env }))
    expect(screen).to.match(/signin   with your account at id\.example\n/)
    expect(screen).not.to.match(/with your email|curl[^\n]*signin/)
  })

  it('says where mail is that is not sent', () => {
    const screen = (env: Record<string, string>) => firstScreen(readConfig({ PORT: '4000', SVC_AUTH: 'email', ...env }))
    expect(screen({})).to.include('Mail         is kept and not sent')
    expect(screen({ SVC_TEST_CLOCK: '1', CRON_SECRET: 'x' })).to.include('http://localhost:4000/internal/outbox')
    expect(screen({ SMTP_URL: 'smtp://mail.example' })).not.to.include('is kept')
  })
})
