// Parts that antd hangs on components of the first load and that no screen uses. The host's build puts this file in their place, with
// their styles: some KB of what is fetched before a person sees anything.
export default function Unused() {
  throw new Error(`a part of antd's ${__resourceQuery.slice(1)} is not in the browser: take it out of the list in shared/federation/build/host.mjs`)
}
