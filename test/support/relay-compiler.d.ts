declare module 'relay-compiler' {
  /** The path of the program for this platform. */
  const binary: string
  export default binary
}
