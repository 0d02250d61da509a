const form = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Whether a text that came in an address or over a socket is a UUID: PostgreSQL fails at any other. */
export const isUuid = (text: unknown): text is string => typeof text === 'string' && form.test(text)
