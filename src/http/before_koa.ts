import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import type { Refusal } from '../rules/errors.ts'
import { asRefusal } from '../tools/call/refused/as_refusal.ts'
import { setChallenge } from './answer/www_authenticate.ts'
import type { Hosts } from './request/served_hosts.ts'
import { refuse } from './answer/error_body.ts'
import { type HeaderList, setAll } from './answer/header_list.ts'
import { fixedHeaders } from './answer/security_headers.ts'

/** Answers a request before Koa; returns false, having done nothing, for one that Koa answers. */
export type Direct = (req: IncomingMessage, res: ServerResponse) => boolean

export interface DirectAnswers {
  /** one that is not served is left to Koa, which refuses it */
  readonly hosts: Hosts
  readonly headers: HeaderList
  /** Never throws: behind it nothing would catch, and the process would end. */
  refuse(req: IncomingMessage, res: ServerResponse, error: unknown, more?: HeaderList): void
}

/**
 * For the requests that come most: calls by key, over REST and MCP, and cached pages. They need no router and no context, and a
 * wait would hold both for as long as it is parked. Headers and refusals are those of Koa's answers.
 */
export function openDirect(config: Config, hosts: Hosts, log: Log): DirectAnswers {
  const headers = fixedHeaders(config)
  return {
    hosts,
    headers,
    refuse(req, res, error, more = []) {
      try {
        answerRefused(req, res, error, more)
      } catch (fault) {
        log.error({ err: fault, path: req.url }, 'a request failed')
        res.destroy()
      }
    },
  }

  function answerRefused(req: IncomingMessage, res: ServerResponse, error: unknown, more: HeaderList): void {
    const refusal: Refusal = asRefusal(error)
    if (error !== refusal) log.error({ err: error, path: req.url }, 'a request failed')
    if (res.destroyed || res.writableEnded) return
    setAll(res, headers)
    setAll(res, more)
    const answer = new Answer(res)
    setChallenge(answer, config, refusal)
    refuse(answer, refusal)
    answer.end()
  }
}

class Answer {
  body: unknown = ''
  readonly res: ServerResponse
  constructor(res: ServerResponse) {
    this.res = res
  }
  get status(): number {
    return this.res.statusCode
  }
  set status(status: number) {
    this.res.statusCode = status
  }
  set(field: string | Record<string, string | string[]>, value: string | string[] = ''): void {
    if (typeof field === 'string') this.res.setHeader(field, value)
    else for (const [name, of] of Object.entries(field)) this.res.setHeader(name, of)
  }
  end(): void {
    const body = String(this.body)
    this.res.setHeader('Content-Length', Buffer.byteLength(body))
    this.res.end(body)
  }
}
