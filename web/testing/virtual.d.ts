declare module 'virtual:texts' {
  /** By language and namespace; vitest.config.ts makes it of web/i18n. */
  const texts: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>
  export default texts
}
