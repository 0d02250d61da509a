const scripting = '/org.openoffice.Office.Common/Security/Scripting'
const setting = (name: string) =>
  `<item oor:path="${scripting}"><prop oor:name="${name}" oor:op="fuse"><value>true</value></prop></item>`

/**
 * LibreOffice's settings for hostile files: it fetches no link and runs no macro. Rewritten files contain neither; this
 * is a second barrier.
 */
export const profileFile = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
${setting('BlockUntrustedRefererLinks')}
${setting('DisableMacrosExecution')}
</oor:items>
`
