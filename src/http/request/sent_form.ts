import type { Context } from 'koa'
import type { ActForm } from '../../render/acts/act_fields.ts'
import type { SentForm } from '../../render/pages/refused_page.ts'

/** Notes the form that a request brought, so that each refusal of the request can show its words again. */
export function noteSent(ctx: Context, { fields }: ActForm): void {
  ctx.state[key] = { fields, page: ctx.url } satisfies SentForm
}

export const sentForm = (ctx: Context): SentForm | undefined => ctx.state[key] as SentForm | undefined

const key = 'sent form'
