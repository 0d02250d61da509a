/** Whether a text of the address bar can be a record's id: another one is of no record. */
export const isId = (text: string | undefined): text is string =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text ?? '')
