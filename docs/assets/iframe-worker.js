/* A page that is opened as a file may not start workers, so there the search runs in a hidden frame. */

if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      this.waiting = [];
      const frame = document.createElement("iframe");
      frame.hidden = true;
      frame.srcdoc = `<script src="${url}"></script>`;
      frame.addEventListener("load", () => {
        this.scope = frame.contentWindow;
        // The script's answers come out of the worker.
        this.scope.postMessage = (data) =>
          this.dispatchEvent(new MessageEvent("message", { data }));
        this.waiting.forEach((data) => this.postMessage(data));
      });
      document.body.append(frame);
    }

    postMessage(data) {
      if (!this.scope) this.waiting.push(data);
      else this.scope.dispatchEvent(new MessageEvent("message", { data }));
    }
  };
}
