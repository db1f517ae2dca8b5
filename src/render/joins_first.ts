/** What a button says that takes a seat in the hub it names, before the act itself. */
export const joinsFirst = 'joins_first'
