import { Type, type TProperties, type TSchema } from 'typebox'
import { described, hex8, id } from '../input/fields.ts'

/** Shared fields of results, besides those that inputs take as well. */

/** An object in a result: every field is optional, and none is ever null. */
export const partial = <P extends TProperties>(properties: P) => Type.Partial(Type.Object(properties))

/** The same of a result's own fields. */
export const optionalFields = <P extends TProperties>(properties: P) => partial(properties).properties

export const rows = <T extends TSchema>(items: T, description?: string) => Type.Array(items, described(description))

export const time = (description?: string) => Type.String({ format: 'date-time', ...described(description) })

export const nested = Type.Object

/** Tasks open to every participant with a seat. */
export const openTaskRows = () =>
  rows(
    partial({
      task_id: id('task'),
      thread_id: id('thread'),
      hub_id: id('hub'),
      pad_id: id('pad'),
      section_id: hex8(),
    }),
    'anybody with a seat may take them',
  )
