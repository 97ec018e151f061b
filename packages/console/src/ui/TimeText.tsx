const units = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60]
] as const

const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" })
const absolute = new Intl.DateTimeFormat("en", { dateStyle: "long", timeStyle: "short" })

const textOf = (time: string): string => {
  const seconds = (Date.parse(time) - Date.now()) / 1000
  const unit = units.find(([, length]) => Math.abs(seconds) >= length)
  return unit === undefined ? relative.format(0, "second") : relative.format(Math.round(seconds / unit[1]), unit[0])
}

/** A time relative to now, with the date and time as tooltip. */
export const TimeText = ({ time }: { readonly time: string }) => (
  <time dateTime={time} title={absolute.format(new Date(time))}>
    {textOf(time)}
  </time>
)
