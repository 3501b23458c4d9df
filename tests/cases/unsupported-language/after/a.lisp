(defun main () 1)
