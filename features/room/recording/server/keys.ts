/** The storage folder of a recording, and of a line in it. */
export const recordingFolder = (recording: string): string => `recordings/${recording}`
export const lineFolder = (recording: string, line: string): string => `${recordingFolder(recording)}/${line}`

export const headKey = (recording: string, line: string, number: number): string =>
  `${lineFolder(recording, line)}/h${number}.mp4`
export const segmentKey = (recording: string, line: string, number: number): string =>
  `${lineFolder(recording, line)}/s${number}.m4s`
