import type { Env } from '../../src/config.ts'
import { type Cast, gatherCast } from './cast.ts'
import { startServer, type TestServer } from './server.ts'

/** A service for the suite that calls this: it stands before the suite's first test, and stops after the last. */
export function withServer(env?: Env): TestServer {
  const server = {} as TestServer
  before(async () => void Object.assign(server, await startServer(env)))
  after(() => server.stop())
  return server
}

/** The same, with its cast. */
export function withCast(env?: Env): { readonly server: TestServer; readonly cast: Cast } {
  const server = withServer(env)
  const cast = {} as Cast
  before(async () => void Object.assign(cast, await gatherCast(server)))
  return { server, cast }
}

/** For a suite whose tests continue one story: after one that failed, the others are skipped. */
export function oneStory(): void {
  let wentWrong = false
  beforeEach(function () {
    if (wentWrong) this.skip()
  })
  afterEach(function () {
    wentWrong ||= this.currentTest?.state === 'failed'
  })
}
