/** The loudness of a block of samples, from 0 to 1, on a decibel scale: -60 dB is silence. */
export function loudness(samples: ArrayLike<number>): number {
  let sum = 0
  for (let i = 0; i < samples.length; i++) sum += (samples[i] ?? 0) ** 2
  const decibels = 20 * Math.log10(Math.sqrt(sum / Math.max(1, samples.length)) || 1e-9)
  return Math.min(1, Math.max(0, (decibels + 60) / 60))
}

/** Reports a microphone's loudness at every frame, until it is stopped. */
export function listenTo(stream: MediaStream, tell: (level: number) => void): () => void {
  const context = new AudioContext()
  const analyser = context.createAnalyser()
  analyser.fftSize = 1024
  context.createMediaStreamSource(stream).connect(analyser)
  const samples = new Float32Array(analyser.fftSize)
  let frame = 0
  const look = () => {
    analyser.getFloatTimeDomainData(samples)
    tell(loudness(samples))
    frame = requestAnimationFrame(look)
  }
  look()
  return () => {
    cancelAnimationFrame(frame)
    void context.close()
  }
}

/** Plays two soft notes on a loudspeaker, about a second long. */
export async function playTestSound(speakerId: string | undefined): Promise<void> {
  const context = new AudioContext() as AudioContext & { setSinkId?: (id: string) => Promise<void> }
  if (speakerId && context.setSinkId) await context.setSinkId(speakerId).catch(() => {})
  await context.resume()
  const ends = [523.25, 659.25].map((pitch, note) => {
    const [tone, volume] = [context.createOscillator(), context.createGain()]
    const from = context.currentTime + note * 0.35
    tone.frequency.value = pitch
    volume.gain.setValueAtTime(0, from)
    volume.gain.linearRampToValueAtTime(0.25, from + 0.03)
    volume.gain.exponentialRampToValueAtTime(0.001, from + 0.6)
    tone.connect(volume).connect(context.destination)
    tone.start(from)
    tone.stop(from + 0.65)
    return new Promise(done => tone.addEventListener('ended', done, { once: true }))
  })
  await Promise.all(ends)
  await context.close()
}
