// Plain files, for any web server. The sign-up needs nothing of Next's own server.
export default { output: "export", distDir: "dist" };
