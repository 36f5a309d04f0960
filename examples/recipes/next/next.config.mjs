// Static files for any web server. The sign-up doesn't need Next's server.
export default { output: "export", distDir: "dist" };
