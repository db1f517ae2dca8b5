import { expect } from 'chai'
import { actorThreadsOn, bareMachine, ConfigError, readConfig, type Env } from '../src/config.ts'

describe('the configuration', () => {
  const problemsOf = (env: Env): string => {
    try {
      readConfig(env)
    } catch (error) {
      if (error instanceof ConfigError) return error.message
      throw error
    }
    return ''
  }

  it('has a default for every switch, and they are closed', () => {
    expect(readConfig({})).to.deep.include({
      production: false,
      port: 3000,
      baseUrl: 'http://localhost:3000',
      allowedHosts: [],
      trustProxy: 0,
      dataDir: '.data',
      publicThreads: false,
      guestAgents: false,
      auth: 'dev',
      hostApprovals: true,
      verifiedClients: [],
      moderators: [],
      resourceSubscriptions: 64,
      testClock: false,
      pace: true,
      logLevel: 'info',
    })
    expect(readConfig({})).not.to.have.any.keys(
      'databaseUrl',
      'redisUrl',
      'frontHub',
      'testerCode',
      'oidc',
      'smtpUrl',
      'cronSecret',
    )
  })

  it('runs a second actor thread where there is a core for it', () => {
    expect([1, 2, 3, 4, 16].map(actorThreadsOn)).to.deep.equal([1, 1, 1, 2, 2])
    expect(readConfig({ ACTOR_THREADS: '3' }).actorThreads).to.equal(3)
  })

  it('takes the origin from the port when no BASE_URL is given', () => {
    expect(readConfig({ PORT: '4001' }).baseUrl).to.equal('http://localhost:4001')
    const named = { PORT: '4001', BASE_URL: 'https://svc.example/', NODE_ENV: 'development' }
    expect(readConfig(named).baseUrl).to.equal('https://svc.example')
  })

  it('does not start in public where nobody said that it is production', () => {
    expect(() => readConfig({ BASE_URL: 'https://svc.example' })).to.throw('NODE_ENV: is not set')
    for (const BASE_URL of ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])
      expect(readConfig({ BASE_URL }).baseUrl).to.equal(BASE_URL)
  })

  it('reads an empty value as not given', () => {
    expect(readConfig({ PORT: '', SVC_FRONT_HUB: ' ', DATABASE_URL: '' })).to.deep.equal(readConfig({}))
  })

  it('opens public content and registration on a bare machine only, and never against what was given', () => {
    expect(readConfig(bareMachine({}))).to.include({ publicThreads: true, guestAgents: true, auth: 'dev' })
    expect(readConfig(bareMachine({ SVC_GUEST_AGENTS: '0' }))).to.include({ publicThreads: true, guestAgents: false })
    expect(readConfig(bareMachine({ NODE_ENV: 'production', SVC_AUTH: 'email' }))).to.include({
      publicThreads: false,
      guestAgents: false,
    })
    expect(readConfig(bareMachine({ DATABASE_URL: 'postgres://db/svc' }))).to.include({ publicThreads: false })
  })

  it('refuses in production what is meant for a desk', () => {
    expect(problemsOf({ NODE_ENV: 'production' })).to.match(/SVC_AUTH/)
    expect(problemsOf({ NODE_ENV: 'production', SVC_AUTH: 'email' })).to.equal('')
    expect(problemsOf({ NODE_ENV: 'production', SVC_AUTH: 'email', SVC_TEST_CLOCK: '1' })).to.match(/SVC_TEST_CLOCK/)
    expect(problemsOf({ NODE_ENV: 'production', SVC_AUTH: 'email', SVC_PACE: 'off' })).to.match(/SVC_PACE/)
  })

  it('names every problem at once, and no value', () => {
    const said = problemsOf({
      PORT: 'eighty',
      BASE_URL: 'https://svc.example/app',
      DATABASE_URL: 'mysql://root:hunter2@db/x',
      SVC_AUTH: 'magic',
    })
    for (const name of ['PORT', 'BASE_URL', 'DATABASE_URL', 'SVC_AUTH']) expect(said).to.include(`${name}:`)
    expect(said).not.to.include('hunter2')
  })

  it('takes no number written otherwise, no sender without an address, and no list with a part that could match nothing', () => {
    for (const [name, values] of [
      ['MAIL_FROM', ['svc', 'svc <no-reply>', 'svc <a@b.example']],
      ['PORT', ['0x50', '1e3', '80.0', '-1', '+80']],
      ['ALLOWED_HOSTS', ['https://svc.example', 'svc.example/app', 'a@b', '*.svc.example', 'svc.example:99999']],
      ['SVC_MODERATORS', ['mo', 'Mo <mo@x.example>']],
      ['SVC_VERIFIED_CLIENTS', ['app.example', 'http://app.example', 'https://']],
    ] as const)
      for (const value of values)
        expect(problemsOf({ [name]: value }), `${name}=${value}`).to.match(RegExp(`^${name}:`))
    const clients = 'https://app.example, https://app.example/client.json,client_01m8gvypjkegpt9x0kat4p97q5'
    for (const MAIL_FROM of ['a@b.example', '"svc, mail" <a@b.example>']) expect(problemsOf({ MAIL_FROM })).to.equal('')
    expect(problemsOf({ PORT: ' 80 ', SVC_VERIFIED_CLIENTS: clients, ALLOWED_HOSTS: '[::1]:80,x' })).to.equal('')
  })

  it('needs all of the provider with SVC_AUTH=oidc', () => {
    expect(problemsOf({ SVC_AUTH: 'oidc', OIDC_ISSUER: 'https://id.example' })).to.match(
      /OIDC_CLIENT_ID[^]*OIDC_CLIENT_SECRET/,
    )
    const config = readConfig({
      SVC_AUTH: 'oidc',
      OIDC_ISSUER: 'https://id.example',
      OIDC_CLIENT_ID: 'a',
      OIDC_CLIENT_SECRET: 'b',
    })
    expect(config.oidc).to.deep.equal({ issuer: 'https://id.example', clientId: 'a', clientSecret: 'b' })
    const plain = { SVC_AUTH: 'oidc', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' }
    expect(problemsOf({ ...plain, OIDC_ISSUER: 'http://id.example' })).to.match(/OIDC_ISSUER: has to begin with https/)
    expect(readConfig({ ...plain, OIDC_ISSUER: 'http://127.0.0.1:4444' }).auth).to.equal('oidc')
  })

  it('splits lists at commas', () => {
    const config = readConfig({ ALLOWED_HOSTS: 'A.example, b.example:8080,', SVC_MODERATORS: 'Mo@X.example' })
    expect(config.allowedHosts).to.deep.equal(['a.example', 'b.example:8080'])
    expect(config.moderators).to.deep.equal(['mo@x.example'])
  })
})
