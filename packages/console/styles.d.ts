/** The stylesheet of the editor, which the bundler resolves. */
declare module "@quire/editor/style.css"
