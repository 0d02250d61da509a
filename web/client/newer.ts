// outdated.ts is fetched while its file exists, before any update; until then nothing counts as outdated.
const code = () => import('./outdated.ts')
let fetched: ReturnType<typeof code> | undefined

/** Fetches outdated.ts; called some time after the page is shown. */
export const fetchNewer = () => (fetched ??= code())
const never = () => false

/** `isOutdated`, and `moveOn`, of outdated.ts. */
export const isOutdated = () => fetchNewer().then(one => one.isOutdated(), never)
export const moveOn = () => fetchNewer().then(one => one.moveOn(), never)
